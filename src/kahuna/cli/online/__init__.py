"""An engine that plays on a site: what `kahuna bot` is made of."""
