"""Draw the pictures of the rules pages from their examples, and those of the README.

    python -m docs.draw_pictures

Run it in the root of the repository, and look at every changed picture before committing it.
`docs/examples.py` explains how an example names its pictures.
"""

from __future__ import annotations

from pathlib import Path

from docs.examples import PAGES, PICTURES, picture, pictures_in
from docs.readme_pictures import README_PICTURES, draw_readme_pictures
from rendering import draw

WIDTH = 900


def draw_pictures(folder: Path) -> list[str]:
    """Draw all pictures of the pages into a folder, and remove other pictures from it.

    :returns: the names of the files, sorted.
    """
    pages = (file.read_text(encoding="utf-8") for file in PAGES.glob("*.md"))
    names = sorted({name for page in pages for name in pictures_in(page)})
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(draw(picture(name), WIDTH))
    for file in folder.glob("*.png"):
        if file.name not in names:
            file.unlink()
    return names


if __name__ == "__main__":
    for name in [*draw_pictures(PICTURES), *draw_readme_pictures(README_PICTURES)]:
        print(name)
