/// Sound files that hostile ones are made of.
enum HostileSamples {
    static func bytes(of kind: HostileInput.Kind) -> [UInt8] {
        switch kind {
        case .association: Array(association.utf8)
        case .assetLinks: Array(assetLinks.utf8)
        case .manifest: Array(manifest.utf8)
        case .log: Array(log.utf8)
        case .gzipLog: stored(Array(log.utf8))
        case .registry, .history, .document: []
        }
    }

    private static let association = """
        {"applinks":{"substitutionVariables":{"food":["a","b"]},"details":[{"appIDs":["A.b","C.d"],
        "components":[{"/":"/buy/*","?":{"x":"?*"},"#":"y*"},{"/":"/$(food)/*","exclude":true,
        "caseSensitive":false,"comment":"c"},{"/":"*"}]}]},"webcredentials":{"apps":["A.b"]}}
        """

    private static let assetLinks = """
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":
        "android_app","package_name":"com.example","sha256_cert_fingerprints":["\
        14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5\
        "]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{
        "dynamic_app_link_components":[{"/":"/buy/*","?":{"x":"?*"}},{"/":"*","exclude":true}]}}}]
        """

    private static let manifest = """
        <?xml version="1.0" encoding="utf-8"?>
        <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example">
        <application><activity android:name=".Main"><intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.BROWSABLE" />
        <category android:name="android.intent.category.DEFAULT" />
        <data android:scheme="https" android:host="example.com" />
        <data android:pathPattern="/buy/.*/x" /><data android:pathAdvancedPattern="/[a-z]{1,9}+" />
        <data android:pathPrefix="/p" /></intent-filter></activity></application></manifest>
        """

    private static let log = (0..<60).map { number in
        "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/\(number)?a=%20b HTTP/1.1\""
            + " 200 \(number) \"https://a.example/\" \"curl/8\"\n"
    }.joined()

    /// A gzip file with the bytes in a stored block.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        func number(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32($0 * 8)) }
        }
        let count = UInt32(bytes.count)
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + number(count, 2) + number(~count, 2)
            + bytes + number(~checksum, 4) + number(count, 4)
    }
}
