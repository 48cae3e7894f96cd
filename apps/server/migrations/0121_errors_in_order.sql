-- For an issuer that isn't verified, `issue_credential` says so before it compares editions.

-- function issue_credential 1b9db992bba0
