# The Stairwell image. docs/hosting/containers.md describes how to run it. Dependabot updates the digests.

FROM debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171 AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY uv.lock pyproject.toml README.md LICENSE ./
COPY bot bot
COPY club club
COPY engine engine
COPY extensions extensions
COPY language language
COPY locale locale
COPY making making
COPY presentation presentation
COPY rendering rendering
COPY rules rules
COPY storage storage
COPY web web
# The tested versions, verified by hash. Build leftovers and debug symbols are removed. Libraries
# bundled with wheels in *.libs stay unchanged.
RUN python3 -m venv /opt/uv && /opt/uv/bin/pip install --no-cache-dir "uv>=0.9,<1" \
    && UV_PROJECT_ENVIRONMENT=/opt/stairwell /opt/uv/bin/uv sync --frozen --no-cache \
        --no-default-groups --no-editable --extra postgresql --extra sentry \
        --python /usr/bin/python3 \
    && cd /opt/stairwell \
    && find . -name __pycache__ -prune -exec rm -r {} + \
    && find . -type f \( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.pyx' \
        -o -name '*.pxd' -o -name '*.dll' \) -delete \
    && find lib -name '*.so' -not -path '*.libs/*' -exec strip --strip-debug {} + \
    && bin/python -c 'import bot.commands, bot.process.running, \
bot.process.doctor.examination, asyncpg, sentry_sdk'

FROM debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
# FriBidi joins the letters of Arabic and Indian names.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libfribidi0 python3 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 stairwell \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin stairwell \
    && install --directory --owner stairwell --mode 0700 /data
COPY --from=build /opt/stairwell /opt/stairwell
ENV PATH=/opt/stairwell/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/stairwell.db \
    MONITOR_PORT=9464
# By number, so that Kubernetes can check that it isn't root.
USER 10001:10001
WORKDIR /data
VOLUME /data
# The bot only writes to /data, so the root can be read-only.
HEALTHCHECK --interval=30s --timeout=10s --start-period=3m \
    CMD ["python3", "-m", "bot.process.health_check"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["stairwell"]
CMD ["run"]
