"""The versions of the schema, each with the step that leads to it. One that was released is never changed."""
