// What scripts/messages/plugin.mjs makes besides the texts themselves.

declare module 'messages:format' {
  /** A number as the language of the page writes it. */
  export function number(n: number): string
  /** "Ada, Ben, and Cleo". */
  export function list(items: readonly string[]): string
}

declare module 'messages:languages' {
  /** The languages of the web client, English first. */
  export const languages: readonly string[]
}

declare module 'messages:language-names' {
  /** The languages of the web client by their tags. */
  export const languageNames: Readonly<Record<string, { readonly name: string; readonly isReviewed: boolean }>>
}
