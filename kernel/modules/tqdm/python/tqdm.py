"""Progress bars."""
