/** Directories ignore case, spaces and invisible characters in names; so does what counts them. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')

const maxKnownCallers = 10_000

/** Networks from which the owners of accounts have come since this process started; the longest unseen go first. */
export class KnownCallers {
  readonly #keys = new Set<string>()

  has(name: string, network: string): boolean {
    return this.#keys.has(`${network} ${name}`)
  }

  add(name: string, network: string): void {
    const key = `${network} ${name}`
    this.#keys.delete(key)
    this.#keys.add(key)
    for (const oldest of this.#keys) {
      if (this.#keys.size <= maxKnownCallers) break
      this.#keys.delete(oldest)
    }
  }
}
