// Written by npm run generate from web/texts/en.arb.

declare module 'messages:reportKinds' {
  export const messages: {
    readonly spam: string
    readonly harassment: string
    readonly inappropriate: string
    readonly norms: string
    readonly other: string
  }
}
