// Written by npm run generate from web/texts/en.arb.

declare module 'messages:members' {
  export const messages: {
    readonly choose: (name: string) => string
    readonly chooseAll: (n: number) => string
    readonly removeChosen: (n: number) => string
    readonly fromElsewhere: string
    readonly fromChannel: string
    readonly chooseChannel: string
    readonly addMembersOf: string
    readonly pasted: string
    readonly pastedHint: string
    readonly lookUp: string
    readonly foundOf: (n: number) => string
    readonly notFound: (who: readonly string[]) => string
    readonly severalOf: (who: readonly string[]) => string
    readonly alreadyIn: (n: number) => string
  }
}
