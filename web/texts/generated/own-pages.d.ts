// Written by npm run generate from web/texts/en.arb.

declare module 'messages:ownPages' {
  export const messages: {
    readonly namesFixed: string
    readonly addressesFixed: string
    readonly addressNeedsMail: string
    readonly picturesFixed: string
    readonly fieldFixed: string
    readonly profile: {
      readonly avatar: {
        readonly label: string
        readonly help: string
      }
      readonly full_name: {
        readonly label: string
        readonly help: string
      }
      readonly status: {
        readonly label: string
        readonly help: string
      }
    }
    readonly languageAndTime: {
      readonly timezone: {
        readonly label: string
        readonly help: string
      }
    }
    readonly setStatus: string
    readonly noZone: string
    readonly aboutYou: string
    readonly asOthersSee: string
    readonly role: string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly joined: string
    readonly required: string
    readonly chooseNothing: string
    readonly account: {
      readonly email: {
        readonly label: string
        readonly help: string
      }
      readonly password: {
        readonly label: string
        readonly help: string
      }
      readonly 'api-key': {
        readonly label: string
        readonly help: string
      }
      readonly 'own-data': {
        readonly label: string
        readonly help: string
      }
      readonly deactivate: {
        readonly label: string
        readonly help: string
      }
    }
    readonly signIn: string
    readonly leaving: string
    readonly mailSent: (address: string) => string
    readonly changePassword: string
    readonly oldPassword: string
    readonly newPassword: string
    readonly passwordChanged: string
    readonly forgotten: string
    readonly noPasswords: string
    readonly showKey: string
    readonly connect: string
    readonly password: string
    readonly yourKey: string
    readonly copy: string
    readonly newKey: string
    readonly newKeyMore: string
    readonly keyReplaced: string
    readonly downloadRc: string
    readonly download: string
    readonly deactivate: string
    readonly deactivateTitle: string
    readonly deactivateNow: string
    readonly notifications: {
      readonly table: string
      readonly rows: {
        readonly direct: string
        readonly followed: string
        readonly channels: string
      }
      readonly columns: {
        readonly screen: string
        readonly sound: string
        readonly phone: string
        readonly email: string
        readonly everyone: string
      }
      readonly noMail: string
      readonly tableHelp: string
      readonly channels: string
      readonly noChannels: string
      readonly quiet: string
      readonly quietHelp: string
      readonly openDoNotDisturb: string
    }
    readonly topics: {
      readonly list: string
      readonly none: string
      readonly filter: string
      readonly noneFit: string
      readonly policies: {
        readonly 0: string
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
      readonly policyOf: (topic: string) => string
      readonly since: (when: string) => string
      readonly more: (n: number) => string
      readonly deletedChannel: string
    }
    readonly alertWords: {
      readonly lead: string
      readonly list: string
      readonly none: string
      readonly field: string
      readonly add: string
      readonly same: string
    }
    readonly mutedUsers: {
      readonly lead: string
      readonly list: string
      readonly none: string
      readonly field: string
      readonly add: string
      readonly since: (when: string) => string
    }
    readonly uploads: {
      readonly lead: string
      readonly used: (size: string) => string
      readonly usedOf: (size: string, most: string) => string
      readonly room: string
      readonly list: string
      readonly none: string
      readonly noneFit: string
      readonly filter: string
      readonly order: string
      readonly orders: {
        readonly newest: string
        readonly largest: string
        readonly name: string
      }
      readonly inMessages: (n: number) => string
      readonly openMessage: string
      readonly remove: (name: string) => string
      readonly removeMore: string
      readonly removeNow: string
    }
    readonly sessions: {
      readonly lead: string
      readonly browsers: string
      readonly pushBrowsers: string
      readonly noPushBrowsers: string
      readonly devices: string
      readonly noDevices: string
      readonly device: (id: string) => string
      readonly active: string
      readonly pending: string
      readonly failed: (why: string) => string
      readonly bare: string
      readonly test: string
      readonly tested: string
      readonly since: (when: string) => string
      readonly apiNote: string
    }
    readonly keyboard: {
      readonly lead: string
    }
  }
}
