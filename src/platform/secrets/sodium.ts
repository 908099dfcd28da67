/** Loaded on first use: it's a megabyte that most servers never need. */
export async function sodium() {
  const { default: library } = await import('libsodium-wrappers')
  await library.ready
  return library
}
