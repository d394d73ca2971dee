/// A certificate for this machine, which nothing but tests uses.
package enum LocalhostCertificate {
    /// The certificate, in PEM.
    package static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIULUFzNE7f4qnntux7FvBC+VzSf+YwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEwMzIyMVoYDzIxMjYxMDI5
        MTAzMjIxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARz+uaZDYHbEMSlkCJsqbkbwfL1LnFq6uXIxNuxmF+KU8Ia99AJIrnI
        6cfZa+mJaPELGgIgnWR+Do00JBpTHENto28wbTAdBgNVHQ4EFgQUxWdbPJRuB2tv
        4qJBUo65EpcpCPcwHwYDVR0jBBgwFoAUxWdbPJRuB2tv4qJBUo65EpcpCPcwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDRwAwRAIgHLBIdzgZrYDk+FCQz8r+edQjQsWvtun+O+zczoq9nagCIEQs
        qJhS8Rg8yqeAWcGaY8My7HsY+A+uPcQUqCvYFDc6
        -----END CERTIFICATE-----

        """

    /// Its private key, in PEM.
    package static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjkpYm2DTBpVNbOXh
        aTSy/XqmNu1NKXXshV4UD+fJdGKhRANCAARz+uaZDYHbEMSlkCJsqbkbwfL1LnFq
        6uXIxNuxmF+KU8Ia99AJIrnI6cfZa+mJaPELGgIgnWR+Do00JBpTHENt
        -----END PRIVATE KEY-----

        """
}
