import type { UserId } from '#contract'
import type { Changed, Found } from './api.ts'

const most = { changes: 300, problems: 100, characters: 200 }

export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #changes: Changed[] = []
  readonly #problems: Found['problems'][number][] = []

  changed(kind: Changed['kind'], name: string, userId: UserId | null, detail = ''): void {
    this.#count(kind)
    if (this.#changes.length < most.changes)
      this.#changes.push({ kind, name: cut(name), user_id: userId, detail: cut(detail) })
  }

  failed(name: string, problem: string): void {
    this.#count('problems')
    if (this.#problems.length < most.problems) this.#problems.push({ name: cut(name), problem: cut(problem) })
  }

  read(people: number): void {
    this.#counts.set('people', (this.#counts.get('people') ?? 0) + people)
  }

  get found(): Found {
    return { counts: Object.fromEntries(this.#counts), changes: this.#changes, problems: this.#problems }
  }

  get hasChanges(): boolean {
    return this.#changes.length > 0
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }
}

const cut = (text: string): string => (text.length > most.characters ? `${text.slice(0, most.characters)}…` : text)
