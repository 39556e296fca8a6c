project = "Gears"
html_baseurl = "https://example.com/manual/"
html_theme = "furo"
