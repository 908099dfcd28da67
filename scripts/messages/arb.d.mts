export interface Catalog {
  /** For error messages, such as web/texts/es.arb. */
  readonly file: string
  /** Such as es or pt-BR. */
  readonly language: string
  readonly name: string
  /** False until a native speaker has reviewed a machine translation. */
  readonly isReviewed: boolean
  readonly direction: 'ltr' | 'rtl'
  readonly messages: ReadonlyMap<string, string>
  /** Names and types of arguments, in the function's order. */
  readonly placeholders: ReadonlyMap<string, readonly (readonly [name: string, type: string])[]>
  readonly descriptions: ReadonlyMap<string, string>
}
/** Reads a catalog; throws an error that names the file. */
export function readArb(source: string, file: string): Catalog
export function directionOf(language: string): 'ltr' | 'rtl'
export function modulesOf(catalog: Catalog): Map<string, string[]>
