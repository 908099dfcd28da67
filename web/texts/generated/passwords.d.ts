// Written by npm run generate from web/texts/en.arb.

declare module 'messages:passwords' {
  export const messages: {
    readonly length: (least: number) => string
    readonly guessable: string
    readonly names: string
    readonly fair: string
    readonly good: string
    readonly strong: string
  }
}
