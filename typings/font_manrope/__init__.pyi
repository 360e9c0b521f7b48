font_files: dict[str, str]
"""The paths of the files, by the name of the weight."""
