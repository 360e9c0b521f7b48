import pytest

pytest.register_assert_rewrite("tests.rendering.image_checks")
