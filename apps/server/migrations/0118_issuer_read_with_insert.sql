-- `issue_credential` reads the issuer in the statement that inserts the credential.

-- function issue_credential fcd89b1274ff
