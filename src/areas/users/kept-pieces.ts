import { SharedText } from '#platform/compression'
import type { Organization } from '#platform/organization'
import type { Account } from './account.ts'

/** Of one organization, compressed: the lists go first that were asked for longest ago. */
const mostBytes = 16 * 2 ** 20

interface Piece {
  readonly accounts: readonly Account[]
  /** What else it depends on. */
  readonly state: string
  readonly text: SharedText
  bytes: number
}

/** The pieces of one list, by who is first in them. */
export class KeptPieces {
  readonly #pieces = new Map<Account['id'], Piece>()

  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#pieces.values()) sum += bytes
    return sum
  }

  /** The piece with these very accounts, which stay as they are; undefined where somebody has changed. */
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
    // the one that was made last is the last
    this.#pieces.delete(id)
    this.#pieces.set(id, piece)
    return text
  }

  /** Lets go of what is left from lists that were cut elsewhere; `used` is how many pieces the list has now. */
  trim(used: number): void {
    for (const oldest of this.#pieces.keys()) {
      if (this.#pieces.size <= used * 2) return
      this.#pieces.delete(oldest)
    }
  }
}

const kept = new WeakMap<Organization, Map<string, KeptPieces>>()

/** Of lists that are alike: the same people, shown in the same way. */
export function keptPieces(org: Organization, key: string): KeptPieces {
  const lists = kept.get(org) ?? new Map<string, KeptPieces>()
  kept.set(org, lists)
  const list = lists.get(key) ?? new KeptPieces()
  lists.delete(key)
  lists.set(key, list)
  let bytes = 0
  for (const one of lists.values()) bytes += one.bytes
  for (const [oldest, { bytes: own }] of lists) {
    if (bytes <= mostBytes || oldest === key) break
    lists.delete(oldest)
    bytes -= own
  }
  return list
}
