// Written by npm run generate from web/texts/en.arb.

declare module 'messages:held' {
  export const messages: {
    readonly loading: string
    readonly none: string
    readonly waiting: (n: number) => string
    readonly byRule: (rule: string) => string
    readonly isFirst: string
    readonly release: string
    readonly releaseOf: (name: string) => string
    readonly reject: string
    readonly rejectOf: (name: string) => string
    readonly rejectTitle: string
    readonly rejectSubmit: string
    readonly reason: string
    readonly reasonMore: string
  }
}
