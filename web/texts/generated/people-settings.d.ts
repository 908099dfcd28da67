// Written by npm run generate from web/texts/en.arb.

declare module 'messages:peopleSettings' {
  export const messages: {
    readonly active: string
    readonly imported: string
    readonly deactivated: string
    readonly invitations: string
    readonly tabs: string
    readonly lockedUsers: string
    readonly filter: string
    readonly filterBots: string
    readonly role: string
    readonly anyRole: string
    readonly sortBy: string
    readonly sorts: {
      readonly name: string
      readonly role: string
      readonly joined: string
      readonly seen: string
    }
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly count: (n: number) => string
    readonly botCount: (n: number) => string
    readonly noneFit: string
    readonly noBots: string
    readonly joined: (day: string) => string
    readonly seen: (day: string) => string
    readonly choose: (name: string) => string
    readonly chooseAll: (n: number) => string
    readonly chosen: (n: number) => string
    readonly clear: string
    readonly forChosen: string
    readonly more: (name: string) => string
    readonly onlyOwners: string
    readonly changeRole: string
    readonly changeName: string
    readonly nameTitle: string
    readonly name: string
    readonly address: string
    readonly save: string
    readonly nameChanged: (name: string) => string
    readonly makeAccount: string
    readonly makeTitle: string
    readonly makeHelp: string
    readonly password: string
    readonly make: string
    readonly made: (name: string) => string
    readonly addToGroup: string
    readonly addToChannel: string
    readonly removeFactor: string
    readonly removeFactorTitle: string
    readonly removeFactorWhat: string
    readonly factorRemoved: (n: number) => string
    readonly deactivate: string
    readonly otherUsers: (n: number) => string
    readonly withoutYou: string
    readonly closingStops: string
    readonly stoppedAt: (done: number, all: number) => string
    readonly roleTitle: string
    readonly roleSubmit: string
    readonly groupTitle: string
    readonly channelTitle: string
    readonly add: string
    readonly whichGroups: string
    readonly whichChannels: string
    readonly findGroup: string
    readonly findChannel: string
    readonly noneThere: string
    readonly moreFit: (n: number) => string
    readonly notifyThem: string
    readonly deactivateTitle: string
    readonly deactivateSubmit: (n: number) => string
    readonly deactivateWhat: string
    readonly theirBots: (names: readonly string[]) => string
    readonly noBotsOfTheirs: string
    readonly theirInvitations: string
    readonly theirMessages: string
    readonly keepMessages: string
    readonly deleteSome: string
    readonly deletes: {
      readonly delete_profile: string
      readonly delete_public_channel_messages: string
      readonly delete_private_channel_messages: string
      readonly delete_direct_messages: string
    }
    readonly mailThem: string
    readonly mailComment: string
    readonly doneOf: (done: number, all: number) => string
    readonly allRefused: (lines: string) => string
    readonly someRefused: (lines: string, done: number) => string
    readonly refusedLine: (name: string, reason: string) => string
    readonly andMore: (n: number) => string
    readonly roleChanged: (who: string, role: string) => string
    readonly wasDeactivated: (who: string) => string
    readonly wasAdded: (who: string, where: string) => string
    readonly bringBack: string
    readonly bringBackName: (name: string) => string
    readonly broughtBack: (name: string) => string
    readonly broughtBackMany: (who: string) => string
    readonly bringBackMany: string
    readonly bringBackTitle: string
    readonly bringBackSubmit: (n: number) => string
    readonly bringBackWhat: string
    readonly profileDeleted: string
    readonly stub: string
    readonly inviteSome: string
    readonly inviteAll: (n: number) => string
    readonly inviteName: (name: string) => string
    readonly importedInvited: (n: number) => string
    readonly alreadyInvited: (n: number) => string
    readonly addressesNotAllowed: (n: number) => string
    readonly loading: string
    readonly invite: string
    readonly lockedInvite: string
    readonly lockedLink: string
    readonly noMailInvite: string
    readonly noMailRestricted: string
    readonly noMailImported: string
    readonly noInvitations: string
    readonly byLink: string
    readonly invitedBy: (name: string) => string
    readonly invitedAs: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly expires: (day: string) => string
    readonly neverExpires: string
    readonly resend: string
    readonly resendTo: (to: string) => string
    readonly resent: (to: string) => string
    readonly revoke: string
    readonly revokeOf: (to: string) => string
    readonly copyLink: string
    readonly inviteTitle: string
    readonly addresses: string
    readonly inviteAs: string
    readonly expiresAfter: string
    readonly lives: {
      readonly 1440: string
      readonly 4320: string
      readonly 14400: string
      readonly 43200: string
      readonly 0: string
      readonly '-1': string
    }
    readonly until: string
    readonly untilPast: string
    readonly welcome: string
    readonly welcomeHelp: string
    readonly defaultChannels: string
    readonly notifyMe: string
    readonly sendInvites: string
    readonly moreOptions: string
    readonly linkPlaceholder: string
    readonly linkJoins: (role: string) => string
    readonly makeLink: string
    readonly invited: string
    readonly kinds: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
      readonly 4: string
    }
    readonly ownedBy: (name: string) => string
    readonly noOwner: string
    readonly stopped: string
    readonly stopBot: string
    readonly stopBotName: (name: string) => string
    readonly deliveriesOf: (name: string) => string
    readonly deliveries: string
    readonly roleOf: (name: string) => string
    readonly onlyOwnBots: string
  }
}
