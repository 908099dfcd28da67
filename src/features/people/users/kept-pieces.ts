import { SharedText } from '#platform/compression'
import type { Organization } from '#platform/organization'
import type { Account } from './account.ts'

/** Per organization, compressed: the least recently used lists are evicted first. */
const maxBytes = 16 * 2 ** 20

interface Piece {
  readonly accounts: readonly Account[]
  /** Other state it depends on. */
  readonly state: string
  readonly text: SharedText
  bytes: number
}

export class KeptPieces {
  readonly #pieces = new Map<Account['id'], Piece>()

  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#pieces.values()) sum += bytes
    return sum
  }

  /** The piece with exactly these unchanged accounts, or undefined. */
  get(accounts: readonly Account[], state: string): SharedText | undefined {
    const piece = this.#pieces.get((accounts[0] as Account).id)
    if (piece?.state !== state || piece.accounts.length !== accounts.length) return undefined
    return accounts.every((account, index) => account === piece.accounts[index]) ? piece.text : undefined
  }

  keep(accounts: readonly Account[], state: string, make: () => string): SharedText {
    const text = new SharedText(make, (bytes) => {
      piece.bytes = bytes
    })
    const piece: Piece = { accounts, state, text, bytes: 0 }
    const { id } = accounts[0] as Account
    // keep insertion order
    this.#pieces.delete(id)
    this.#pieces.set(id, piece)
    return text
  }

  /** Evicts pieces left from lists that were split differently; `used` is the list's current number of pieces. */
  trim(used: number): void {
    for (const oldest of this.#pieces.keys()) {
      if (this.#pieces.size <= used * 2) return
      this.#pieces.delete(oldest)
    }
  }
}

const kept = new WeakMap<Organization, Map<string, KeptPieces>>()

/** Shared by lists of the same people in the same format. */
export function keptPieces(org: Organization, key: string): KeptPieces {
  const lists = kept.get(org) ?? new Map<string, KeptPieces>()
  kept.set(org, lists)
  const list = lists.get(key) ?? new KeptPieces()
  lists.delete(key)
  lists.set(key, list)
  let bytes = 0
  for (const one of lists.values()) bytes += one.bytes
  for (const [oldest, { bytes: own }] of lists) {
    if (bytes <= maxBytes || oldest === key) break
    lists.delete(oldest)
    bytes -= own
  }
  return list
}
