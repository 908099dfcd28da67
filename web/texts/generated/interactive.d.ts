// Written by npm run generate from web/texts/en.arb.

declare module 'messages:interactive' {
  export const messages: {
    readonly form: string
    readonly ownAnswer: string
    readonly choose: string
    readonly send: string
    readonly notAsked: string
    readonly closed: string
    readonly answers: (n: number) => string
    readonly seenByAll: string
  }
}
