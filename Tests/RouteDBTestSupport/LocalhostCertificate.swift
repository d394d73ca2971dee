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

    /// A certificate whose key is one of RSA, in PEM.
    package static let rsaCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDJzCCAg+gAwIBAgIUR17BoePD0xkSyRsgT9PfBjvrktwwDQYJKoZIhvcNAQEL
        BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjA1Mzk1OVoYDzIxMjYx
        MTAyMDUzOTU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEB
        AQUAA4IBDwAwggEKAoIBAQCuxF3T+2eikzJN9fY5KkIyKDwp0ZMCCNJoJ9pXHlEv
        72qGGBd7uNYlYKaLS+oKLuZD1XX2rPfUAdtFmMVGHw3YId+9zAof2XLZuF6RsTe1
        6mz3EOHaqfeBxxW6hnkia5pmr0Cptdgd/Cj45fDM5hD4QfLNFBY/YYvTdlruCNnh
        azf2nUwVNWJ6apjEEqGsVR5SFi26neQuRINa1JaIawQ6vjIX7zztWEMIjATfJ6wH
        k/TSJz8CSmN6+b+7LtgHnlBGXtiDQN/dZxdOa2+WnJl5MkQwrNrDiHoxQqIaS6j/
        fl/Sci2O2rMNKUhEE5XQBLVY1dofYfNeAlauOHOn4X+pAgMBAAGjbzBtMB0GA1Ud
        DgQWBBQkAUw3xRq/kBdhtz3frU8QDrZZDzAfBgNVHSMEGDAWgBQkAUw3xRq/kBdh
        tz3frU8QDrZZDzAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9z
        dIcEfwAAATANBgkqhkiG9w0BAQsFAAOCAQEAq6jlIT8GljUJibKAo9vGK6jGEDF0
        AiCvdJS80CBVZjWRP4is0H7xPzoC3mUcEqBsJc7/Y/I705ON1shhvqoujr3/tiVA
        BxGhXfBqmxblZ6TxJfK7pGNzzlKDf9up5V0dP51TOR4oOciuerEFeBs4wyC0n548
        cT5dL/8R4a5lf3UKERQ/EZzRve7JPb46/bli5aCiY1rFjr3TOJUndba7cVxha9+p
        HtRFikLEv1OEfkYwhZDucY8WDnAXsN26oNEyIZkTWesNUqmS6Zes1our2w17FQYr
        rvuWsojT4EVsm7Iqual32CxdfV5GcSCwLAWhApob+aBymXQyX0WZahB8jA==
        -----END CERTIFICATE-----

        """

    /// Its private key, in PEM.
    package static let rsaKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCuxF3T+2eikzJN
        9fY5KkIyKDwp0ZMCCNJoJ9pXHlEv72qGGBd7uNYlYKaLS+oKLuZD1XX2rPfUAdtF
        mMVGHw3YId+9zAof2XLZuF6RsTe16mz3EOHaqfeBxxW6hnkia5pmr0Cptdgd/Cj4
        5fDM5hD4QfLNFBY/YYvTdlruCNnhazf2nUwVNWJ6apjEEqGsVR5SFi26neQuRINa
        1JaIawQ6vjIX7zztWEMIjATfJ6wHk/TSJz8CSmN6+b+7LtgHnlBGXtiDQN/dZxdO
        a2+WnJl5MkQwrNrDiHoxQqIaS6j/fl/Sci2O2rMNKUhEE5XQBLVY1dofYfNeAlau
        OHOn4X+pAgMBAAECgf9nWx7fSZ/djWm6QK5btbLzVULd4AvMNe52XmR0WxOHDW02
        uNsF6j9yD0d7fmtaKZxEO5l6OzWAWFWvEaixwd+aUpK7CUQeOXarJEpbpV8UxHUX
        ZVnjjm1or7qfSmrWJbFo7XwbEpkRFm+ktw7hEllbbFvzDjWybbxs5odEtb1uQPaM
        Etg/R5KNc0N9azn3+auUWRkm3fq9QCK4KVYmxf2Lor8a0IjMC0yfc/v/Z+QSiDU4
        RbGW9Kf0ogYuF7u9puAH3EWGI6VKSfugoAELhMu/EwYzlahUlF0KwnUbsEmXE1qM
        PLrY6TS2WAqDYj485XWQYnaEe/T8uPU0ne0dOTECgYEA8TpySjagWJZw4sMmjmN2
        hV6/m58p7nqw9TAnVccmK6Ogw4EQYgCgRkvmBVpZT49c2XnkDy1k394O+AKaHwQ4
        Zn1DWGMnupzRBzsyJR5g4HiZtX7ZzKJ7yGwbayPIdvA6y1wD8znnupoVUUCeH7ec
        1Bm+u6ppci0Nk+ZruqEDoPkCgYEAuXgOr7iWpuolpJeGuogWjgc0nP9mfg/IyeRn
        nDLYpn3hYm1Myj/pvGv8CuUUwxuT3SFxR3nb2VWh1YOfkW2Dz6aCOYjabR/DsCMa
        1WjYhUYFfrK6ONEqmf4dFIsTGTDmnXab5U1AvgvJ3yjoDy16MmBBo0HcLMZytwu2
        PIlJMDECgYEA0sbu9kmk8cMCACHknqXp+b9ATQpV6TrrRFI/DIRmpdrjrfAoEHnb
        kZDf++1l/E6YIq6Ox3QyoCm3ip07bb6SSXtKTQDWxggf3OGsfyJ8I6c9J4kfZd7T
        qdxMWOF7V/GwbeCI0w3VnQbleYmsoKofLnUQY4oTeOBE7OZ5Wyk1soECgYBDq7Jw
        GwGc1UH20/KsjIruN2LTBbz3sfqo71V+gG7cEIHzz7187eTygtPrhboVljJVNKaI
        VcYJfl0V8nh+L18wnKhXJb/MoRJdafGYfDDEL9BBciTQJkFM/pLNtBC72EPMoEIx
        YAaHUPXPHrXNE+LKDqTkVFtpWt7wOq27WLwDgQKBgQCOetv/cq2sMxBqdcbb8HjF
        scuNhVsUkYUz/nyrytfK5VAV878hrM53qR1vqsOS63SiTjhLk5TMHWLaI4a1WYkC
        F4cB6uu9Uvf8f4wrMH0GfYyMFkLrD50/+QHJzo/VXNJRzzPh0av893AIBITKJSYw
        f7Y5hqm7NxrUzcyCWWt+SQ==
        -----END PRIVATE KEY-----

        """
}
