print("nfctrace")
