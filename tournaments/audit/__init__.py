"""Every night: does what is kept for lists and searches still say what the logs say?"""
