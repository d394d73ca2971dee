// RepositoryTests
