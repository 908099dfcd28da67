// Written by npm run generate from web/texts/en.arb.

declare module 'messages:arrivals' {
  export const messages: {
    readonly install: string
    readonly shareAgain: string
    readonly nothingShared: string
    readonly tooManyShared: (left: number) => string
    readonly notUnderstood: string
    readonly elsewhere: (host: string) => string
    readonly openThere: string
  }
}
