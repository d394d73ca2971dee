/// A policy of a namespace, by its name in the registry and on the command line.
///
/// The types of its values are its own, such as ``LetterCase``.
public enum NamespacePolicy: String, CaseIterable, Sendable {
    case choice
    case refusal
    case registration
    case groups
    case scheme
    case host
    case query
    case fragment
    case decoding
    case plus
    case repeatedKeys = "repeated-keys"
    case repeatedSlashes = "repeated-slashes"
    case trailingSlash = "trailing-slash"
    case letterCase = "case"
    case emptyValues = "empty-values"
    case castFailure = "cast-failure"
    case marks
    case castMark = "cast-mark"
}
