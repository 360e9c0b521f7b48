"""Draw the pictures of the rules pages from their examples, and those of the README.

    python -m docs.draw_pictures

Run it in the root of the repository, and look at every changed picture before committing it.
`docs/examples.py` explains how an example names its pictures.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from docs.examples import PAGES, PICTURES, picture, pictures_in
from docs.readme_pictures import README_PICTURES, draw_readme_pictures
from rendering import draw

WIDTH = 900


def draw_pictures(folder: Path) -> list[str]:
    """Draw all pictures of the pages into a folder, and remove other pictures from it.

    A file that already looks like this stays as it is, whatever library has compressed it.

    :returns: the names of the files, sorted.
    """
    pages = (file.read_text(encoding="utf-8") for file in PAGES.glob("*.md"))
    names = sorted({name for page in pages for name in pictures_in(page)})
    folder.mkdir(exist_ok=True)
    for name in names:
        data = draw(picture(name), WIDTH)
        if not _looks_like(folder / name, data):
            (folder / name).write_bytes(data)
    for file in folder.glob("*.png"):
        if file.name not in names:
            file.unlink()
    return names


def _looks_like(file: Path, data: bytes) -> bool:
    """Whether a file is the same picture, pixel by pixel."""
    try:
        with Image.open(file) as present, Image.open(BytesIO(data)) as drawn:
            one, other = present.convert("RGB"), drawn.convert("RGB")
            return one.size == other.size and one.tobytes() == other.tobytes()
    except (FileNotFoundError, UnidentifiedImageError):
        return False


if __name__ == "__main__":
    for name in [*draw_pictures(PICTURES), *draw_readme_pictures(README_PICTURES)]:
        print(name)
