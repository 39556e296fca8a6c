project = "Gears"
extensions = ["sphinx_docent"]
html_baseurl = "https://example.com/manual/"
html_theme = "furo"
