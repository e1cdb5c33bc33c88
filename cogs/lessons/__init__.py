"""`/learn`: short questions from real deals."""
