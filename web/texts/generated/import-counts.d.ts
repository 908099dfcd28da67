// Written by npm run generate from web/texts/en.arb.

declare module 'messages:importCounts' {
  export const messages: {
    readonly peopleBefore: string
    readonly peopleMerged: string
    readonly peopleKnown: string
    readonly peopleClaimable: string
    readonly peopleDeactivated: string
    readonly peopleWithoutAddress: string
    readonly bots: string
    readonly publicChannels: string
    readonly privateChannels: string
    readonly archivedPublicChannels: string
    readonly archivedPrivateChannels: string
    readonly channelsBefore: string
    readonly groups: string
    readonly groupsBefore: string
    readonly customEmoji: string
    readonly permissions: string
    readonly profileFields: string
    readonly knownProfileFields: string
    readonly profileValues: string
    readonly channelMessages: string
    readonly directMessages: string
    readonly messagesBefore: string
    readonly widgets: string
    readonly reactions: string
    readonly stars: string
    readonly files: string
    readonly pins: string
  }
}
