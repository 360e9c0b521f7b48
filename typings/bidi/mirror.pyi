MIRRORED: dict[str, str]
