/**
 * Replaces zod in the browser bundle, which reads declarations but never validates: the server does. Keeps what the
 * contract reads of a schema (type, parts, options, `meta` for how it's sent), but no rules, checks, or transforms.
 * Anything else is undefined and fails where it's used: `test/declarations.test.ts` loads every declaration with it.
 */
interface Definition {
  readonly type: string
  readonly innerType?: Recorded
  readonly in?: Recorded
  readonly options?: readonly Recorded[]
  readonly values?: readonly unknown[]
  readonly shape?: Shape
}
type Shape = Readonly<Record<string, Recorded>>
type Meta = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, true>>

class Recorded {
  readonly _zod: { readonly def: Definition }
  readonly known: Meta | undefined

  constructor(def: Definition, known?: Meta) {
    this._zod = { def }
    this.known = known
  }

  get shape(): Shape {
    return this._zod.def.shape ?? {}
  }

  /** Values of an enum, or options of a union. */
  get options(): readonly unknown[] | undefined {
    return this._zod.def.values ?? this._zod.def.options
  }

  meta(more: Meta): Recorded {
    return new Recorded(this._zod.def, { ...this.known, ...more })
  }

  /** Only for types. */
  brand(): Recorded {
    return this
  }
  optional(): Recorded {
    return new Recorded({ type: 'optional', innerType: this })
  }
  nullable(): Recorded {
    return new Recorded({ type: 'nullable', innerType: this })
  }
  default(): Recorded {
    return new Recorded({ type: 'default', innerType: this })
  }
  transform(): Recorded {
    return new Recorded({ type: 'pipe', in: this })
  }
  pipe(): Recorded {
    return new Recorded({ type: 'pipe', in: this })
  }

  extend(more: Shape): Recorded {
    return object({ ...this.shape, ...more })
  }
  partial(): Recorded {
    return this.#each((part) => part.optional())
  }
  required(names?: Names): Recorded {
    return this.#each((part, name) =>
      part._zod.def.type === 'optional' && (!names || names[name]) ? (part._zod.def.innerType ?? part) : part,
    )
  }
  pick(names: Names): Recorded {
    return this.#those((name) => names[name] === true)
  }
  omit(names: Names): Recorded {
    return this.#those((name) => !names[name])
  }

  #each(change: (part: Recorded, name: string) => Recorded): Recorded {
    return object(Object.fromEntries(Object.entries(this.shape).map(([name, part]) => [name, change(part, name)])))
  }
  #those(isKept: (name: string) => boolean): Recorded {
    return object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => isKept(name))))
  }
}

/** Methods that only restrict values return the schema unchanged. */
const rules = ['refine', 'superRefine', 'min', 'max', 'trim', 'regex', 'positive', 'nonnegative', 'loose']
for (const rule of rules)
  Object.defineProperty(Recorded.prototype, rule, {
    value(this: Recorded) {
      return this
    },
  })

const of = (type: string): Recorded => new Recorded({ type })
const object = (shape: Shape = {}): Recorded => new Recorded({ type: 'object', shape })
const union = (options: readonly Recorded[]): Recorded => new Recorded({ type: 'union', options })

export const z = {
  string: () => of('string'),
  number: () => of('number'),
  int: () => of('number'),
  url: () => of('string'),
  email: () => of('string'),
  boolean: () => of('boolean'),
  null: () => of('null'),
  unknown: () => of('unknown'),
  custom: () => of('custom'),
  record: () => of('record'),
  tuple: () => of('tuple'),
  literal: (value: unknown) => new Recorded({ type: 'literal', values: [value].flat() }),
  enum: (values: readonly string[]) => new Recorded({ type: 'enum', values }),
  array: () => of('array'),
  object,
  looseObject: object,
  strictObject: object,
  union,
  discriminatedUnion: (_name: string, options: readonly Recorded[]) => union(options),
  globalRegistry: { get: (schema: Recorded): Meta | undefined => schema.known },
  toJSONSchema: () => ({}),
  config: () => ({}),
  NEVER: undefined,
}
