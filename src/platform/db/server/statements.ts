import type { Client } from 'pg'
import { type Answer, type Exchange, Execution, type Field, ParameterTypes } from './exchange.ts'

/** How many statements a connection keeps ready. Each takes some tens of kilobytes of the server. */
const capacity = 250
/** The same of those without parameters that go before others: beginnings of transactions, settings. */
const maxBefore = 20
/** Of how many statements a process remembers the types of their parameters. */
const shapes = 1_000
/** The plan of a statement does not fit its tables any more; the server knows no statement of that name. */
const stale = new Set(['0A000', '26000'])

/** The types of the parameters of statements that were sent before, on whichever connection. */
export class KnownStatements {
  readonly #types = new Map<string, readonly number[]>()

  get(sql: string): readonly number[] | undefined {
    return this.#types.get(sql)
  }

  set(sql: string, types: readonly number[]): void {
    this.#types.delete(sql)
    this.#types.set(sql, types)
    if (this.#types.size > shapes) this.#types.delete(this.#types.keys().next().value as string)
  }
}

interface Prepared {
  readonly name: string
  readonly types: readonly number[]
  readonly fields: readonly Field[]
}

/**
 * The statements of one connection, one after the other. perf: what comes again is kept ready under a name, and the
 * library's own way would keep every text forever and have each answer described anew.
 */
export class Statements {
  readonly #client: Client
  readonly #known: KnownStatements
  readonly #isShared: boolean
  /** Undefined for a statement that was asked for only once here. The longest unused come first. */
  readonly #kept = new Map<string, Prepared | undefined>()
  /** Names of those that went before others, and are ready. */
  readonly #before = new Map<string, string>()
  /** Names of what the server need not keep any more; it is told with the next statement. */
  readonly #gone: string[] = []
  #made = 0
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Nothing is kept ready on a connection that leads to another session with each transaction. */
  constructor(client: Client, known: KnownStatements, isShared: boolean) {
    this.#client = client
    this.#known = known
    this.#isShared = isShared
  }

  /** `before`: statements without parameters that go before it, in the same message. */
  query(sql: string, params: readonly unknown[], before: readonly string[] = []): Promise<Answer> {
    if (this.#waiting++ === 0) return this.#finish(this.#ask(sql, params, before))
    // the library would queue them too, but says that it soon will not
    return this.#finish(this.#last.then(() => this.#ask(sql, params, before)))
  }

  #finish(answer: Promise<Answer>): Promise<Answer> {
    const done = () => {
      this.#waiting--
    }
    this.#last = answer.then(done, done)
    return answer
  }

  async #ask(sql: string, params: readonly unknown[], before: readonly string[]): Promise<Answer> {
    const prepared = this.#kept.get(sql)
    if (prepared) {
      this.#keep(sql, prepared)
      const execution = new Execution(prepared.name, params, prepared.types, prepared.fields)
      return this.#run(sql, execution, before).catch((error) => {
        // the tables have changed since
        if (stale.has(error.code)) {
          this.#kept.delete(sql)
          this.#gone.push(prepared.name)
        }
        throw error
      })
    }
    let types = this.#known.get(sql)
    if (!types) {
      types = params.length === 0 ? [] : await this.#send(new ParameterTypes(sql))
      this.#known.set(sql, types)
    }
    if (this.#kept.size >= capacity) this.#drop()
    const name = this.#kept.has(sql) && !this.#isShared ? `s${++this.#made}` : ''
    const execution = new Execution(name, params, types, undefined, sql, this.#gone.splice(0))
    try {
      const answer = await this.#run(sql, execution, before)
      this.#keep(sql, name === '' ? undefined : { name, types, fields: execution.fields })
      return answer
    } catch (error) {
      // it may have been prepared before it failed
      if (name) this.#gone.push(name)
      throw error
    }
  }

  async #run(sql: string, execution: Execution, before: readonly string[]): Promise<Answer> {
    execution.before = before.map((text) => this.#ready(text))
    const isNew = execution.before.filter(({ name, text }) => text !== undefined && name !== '')
    const answer = await this.#send(execution).catch((error) => {
      // some of them may have been prepared before it failed
      this.#gone.push(...isNew.map(({ name }) => name))
      if (stale.has(error.code)) {
        this.#gone.push(...this.#before.values())
        this.#before.clear()
      }
      throw error
    })
    for (const { name, text } of isNew) this.#before.set(text as string, name)
    // after an error that somebody has passed over, the server undoes what it is asked to keep
    if (execution.tag === 'ROLLBACK' && sql === 'commit')
      throw new Error('The transaction could not be committed: a statement of it had failed')
    return answer
  }

  /** perf: the same few go before others again and again; to read one and plan it takes longer than to do it. */
  #ready(text: string): { name: string; text?: string } {
    const name = this.#before.get(text)
    if (name !== undefined) return { name }
    const isKept = !this.#isShared && this.#before.size < maxBefore
    return { name: isKept ? `b${++this.#made}` : '', text }
  }

  #keep(sql: string, prepared: Prepared | undefined): void {
    this.#kept.delete(sql)
    this.#kept.set(sql, prepared)
  }

  #drop(): void {
    const [oldest, unused] = this.#kept.entries().next().value as [string, Prepared | undefined]
    this.#kept.delete(oldest)
    if (unused) this.#gone.push(unused.name)
  }

  #send<R>(message: Exchange<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      message.resolve = resolve
      message.reject = reject
      this.#client.query(message)
    })
  }
}
