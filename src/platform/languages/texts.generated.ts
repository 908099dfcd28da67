// Written by npm run generate from src/texts/en.arb.

export interface Texts {
  readonly accounts: {
    readonly fields: {
      readonly name: string
      readonly email: string
      readonly newPassword: string
      readonly show: string
      readonly passwordHint: (fewest: number) => string
      readonly strength: {
        readonly guessable: string
        readonly names: string
        readonly fair: string
        readonly good: string
        readonly strong: string
      }
      readonly channelGroups: string
    }
    readonly join: {
      readonly title: (organization: string) => string
      readonly ownAddress: string
      readonly addressFirst: string
      readonly make: string
      readonly sendLink: string
      readonly haveAccount: string
      readonly continueWith: (provider: string) => string
      readonly isTaken: string
      readonly noMail: (organization: string) => string
      readonly accepted: (person: string) => string
      readonly approval: (organization: string) => string
      readonly apply: string
    }
    readonly applied: {
      readonly title: string
      readonly text: (organization: string, email: string) => string
      readonly noMail: (organization: string) => string
    }
    readonly applications: {
      readonly topic: string
      readonly waiting: (url: string) => string
    }
    readonly rules: {
      readonly accept: (organization: string) => string
      readonly read: string
    }
    readonly sent: {
      readonly title: string
      readonly link: (email: string) => string
      readonly reset: (email: string) => string
    }
    readonly wrong: string
    readonly forgotten: {
      readonly title: string
      readonly button: string
      readonly noMail: (organization: string) => string
    }
    readonly reset: {
      readonly title: string
      readonly button: string
      readonly done: string
    }
    readonly appeal: {
      readonly title: string
      readonly lead: (organization: string) => string
      readonly field: string
      readonly button: string
      readonly sent: string
      readonly sentText: (organization: string) => string
    }
    readonly followUp: {
      readonly title: (organization: string) => string
      readonly lead: (organization: string) => string
      readonly field: string
      readonly button: string
      readonly sent: string
      readonly sentText: (organization: string) => string
    }
    readonly done: string
    readonly address: {
      readonly title: string
      readonly use: string
      readonly changed: (organization: string, email: string) => string
      readonly stopTitle: string
      readonly stop: string
      readonly stopped: string
      readonly stoppedText: string
      readonly change: (name: string, before: string, email: string) => string
      readonly keep: (name: string, email: string) => string
    }
    readonly mails: {
      readonly join: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly nothing: string
      }
      readonly apply: {
        readonly text: (organization: string) => string
      }
      readonly approved: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
      }
      readonly declined: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly reason: string
      }
      readonly asked: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly link: string
        readonly once: string
      }
      readonly banned: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly reason: string
        readonly appeal: string
        readonly link: string
      }
      readonly known: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly forgotten: string
      }
      readonly signIn: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly link: string
        readonly nothing: string
      }
      readonly reset: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly link: string
        readonly nothing: string
      }
      readonly newAddress: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string, email: string, before: string) => string
        readonly link: string
        readonly nothing: string
      }
      readonly otherAddress: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string, email: string, before: string) => string
        readonly warning: string
        readonly link: string
      }
      readonly changed: {
        readonly subject: (organization: string) => string
        readonly toNew: (organization: string) => string
        readonly toOld: (organization: string, before: string, email: string) => string
        readonly warning: (organization: string, url: string) => string
      }
    }
    readonly joinLimit: {
      readonly topic: string
      readonly text: (count: number, time: string, url: string) => string
    }
  }
  readonly agentRequests: {
    readonly asks: (agent: string, person: string) => string
    readonly reasons: {
      readonly announcements: string
      readonly wide_mentions: string
      readonly others_messages: string
      readonly administration: string
    }
    readonly how: (until: string) => string
  }
  readonly digestMails: {
    readonly subject: (organization: string) => string
    readonly intro: (total: number, conversations: number, organization: string) => string
    readonly line: (place: string, total: number, names: readonly string[]) => string
    readonly reason: string
    readonly catchUp: string
    readonly noMore: string
    readonly lineWithoutNames: (place: string, total: number) => string
  }
  readonly diskSpace: {
    readonly low: (free: string, total: string, percent: number) => string
    readonly critical: (free: string, total: string, percent: number) => string
  }
  readonly emailNotifications: {
    readonly someone: string
    readonly direct: (people: string) => string
    readonly inPlace: (senders: string, place: string) => string
    readonly via: (sender: string, organization: string) => string
    readonly newMessages: (total: number) => string
    readonly thereAre: (total: number, organization: string) => string
    readonly more: (total: number) => string
    readonly readsNoMail: string
    readonly readsAnswers: string
    readonly openIn: (organization: string) => string
    readonly noMore: string
    readonly hiddenPart: string
    readonly reasons: {
      readonly group: (name: string) => string
      readonly mentioned: string
      readonly direct: string
      readonly topicWildcard: string
      readonly channelWildcard: string
      readonly followed: string
      readonly channel: string
      readonly hiddenByChoice: string
      readonly hiddenByRule: (organization: string) => string
      readonly quiet: string
    }
    readonly quiet: {
      readonly intro: (total: number, conversations: number) => string
      readonly title: (total: number) => string
      readonly line: (place: string, total: number, senders: string) => string
    }
    readonly signIn: {
      readonly subject: (organization: string) => string
      readonly text: (organization: string) => string
      readonly when: (time: string) => string
      readonly from: (address: string) => string
      readonly with: (program: string) => string
      readonly as: (email: string) => string
      readonly ifYou: string
      readonly ifNot: string
      readonly ending: string
      readonly withUnknown: string
    }
    readonly kinds: {
      readonly messages: {
        readonly title: string
        readonly sends: (organization: string) => string
        readonly stopped: (organization: string) => string
      }
      readonly digest: {
        readonly title: string
        readonly sends: (organization: string) => string
        readonly stopped: (organization: string) => string
      }
      readonly signIn: {
        readonly title: string
        readonly sends: (organization: string) => string
        readonly stopped: (organization: string) => string
      }
    }
    readonly noMoreSignIns: string
    readonly pages: {
      readonly wrongLink: string
      readonly notOurs: string
      readonly stop: string
      readonly done: string
    }
    readonly others: (count: number) => string
  }
  readonly incomingMail: {
    readonly from: (sender: string) => string
    readonly noText: string
    readonly tooLarge: (name: string) => string
    readonly when: string
    readonly where: string
    readonly canceled: string
  }
  readonly invitations: {
    readonly subject: (inviter: string, organization: string) => string
    readonly reminderSubject: (inviter: string, organization: string) => string
    readonly reminder: string
    readonly text: (inviter: string, organization: string) => string
    readonly join: (organization: string) => string
    readonly yours: string
    readonly yoursUntil: (end: string) => string
    readonly nothing: string
    readonly textWithoutInviter: (organization: string) => string
  }
  readonly messages: {
    readonly cutOff: string
    readonly topics: {
      readonly signups: string
      readonly channelEvents: string
      readonly newChannels: string
    }
    readonly subscribed: (who: string, channel: string) => string
    readonly subscribedToSeveral: (who: string) => string
    readonly joined: (who: string) => string
    readonly joinedAsGuest: (who: string) => string
    readonly welcome: {
      readonly to: (organization: string) => string
      readonly topics: string
      readonly tour: string
      readonly ask: string
    }
    readonly channel: {
      readonly privacy: {
        readonly webPublic: string
        readonly public: string
        readonly sharedHistory: string
        readonly protectedHistory: string
      }
      readonly kept: {
        readonly asOrganization: string
        readonly forEver: string
        readonly days: (days: number) => string
      }
      readonly noOne: string
      readonly noDescription: string
      readonly created: (privacy: string, who: string) => string
      readonly announced: (who: string, count: number, channels: string) => string
      readonly renamed: (who: string, before: string, now: string) => string
      readonly described: (who: string) => string
      readonly before: string
      readonly now: string
      readonly privacyChanged: (who: string, before: string, now: string) => string
      readonly postingChanged: (who: string, before: string, now: string) => string
      readonly keptChanged: (who: string, before: string, now: string) => string
      readonly slowModeChanged: (who: string, before: string, now: string) => string
      readonly slowModeOff: string
      readonly archived: (who: string) => string
      readonly unarchived: (who: string) => string
      readonly more: (count: number) => string
    }
    readonly resolved: (who: string) => string
    readonly unresolved: (who: string) => string
    readonly locked: (who: string) => string
    readonly lockedUntil: (who: string, time: string) => string
    readonly unlocked: (who: string) => string
    readonly report: {
      readonly topic: (author: string) => string
      readonly inChannel: (reporter: string, author: string, place: string, kind: string) => string
      readonly inDirect: (reporter: string, author: string, kind: string) => string
      readonly kinds: {
        readonly spam: string
        readonly harassment: string
        readonly inappropriate: string
        readonly norms: string
        readonly other: string
      }
      readonly said: string
      readonly message: string
    }
    readonly rules: {
      readonly restricted: (rule: string) => string
      readonly reasons: {
        readonly words: string
        readonly links: string
        readonly mentions: string
        readonly repeats: string
        readonly flood: string
        readonly files: string
      }
      readonly reportTopic: string
      readonly reported: (who: string, url: string) => string
      readonly restrictionTopic: string
      readonly madeReadOnly: (who: string, url: string) => string
    }
    readonly moved: {
      readonly here: {
        readonly topic: (who: string) => string
        readonly topicFrom: (place: string, who: string) => string
        readonly messages: (count: number, who: string) => string
        readonly messagesFrom: (count: number, place: string, who: string) => string
      }
      readonly away: {
        readonly topic: (who: string) => string
        readonly topicTo: (place: string, who: string) => string
        readonly messages: (count: number, who: string) => string
        readonly messagesTo: (count: number, place: string, who: string) => string
      }
    }
    readonly held: {
      readonly topic: string
      readonly waiting: (who: string, url: string) => string
      readonly rejected: string
      readonly channelClosed: string
      readonly rejectedFor: (reason: string) => string
    }
    readonly hidden: {
      readonly waiting: (channel: string) => string
      readonly restored: (channel: string) => string
      readonly deleted: (channel: string) => string
      readonly deletedFor: (channel: string, reason: string) => string
      readonly notice: (count: number, url: string) => string
    }
  }
  readonly oauth: {
    readonly title: (organization: string) => string
    readonly asks: (program: string) => string
    readonly selfNamed: string
    readonly vouched: (host: string) => string
    readonly account: string
    readonly other: string
    readonly leads: string
    readonly ownComputer: (place: string) => string
    readonly may: string
    readonly scopes: {
      readonly read: {
        readonly name: string
        readonly hint: string
      }
      readonly write: {
        readonly name: string
        readonly hint: string
      }
      readonly answer: {
        readonly name: string
        readonly hint: string
      }
      readonly channels: {
        readonly name: string
        readonly hint: string
      }
      readonly admin: {
        readonly name: string
        readonly hint: string
      }
    }
    readonly onlySome: string
    readonly onlySomeHint: string
    readonly until: string
    readonly expiries: {
      readonly year: string
      readonly never: string
      readonly days: (days: number) => string
    }
    readonly name: string
    readonly nameHint: string
    readonly password: string
    readonly passwordHint: string
    readonly allow: string
    readonly deny: string
    readonly notGiven: string
    readonly refused: (program: string) => string
    readonly backTo: (place: string) => string
    readonly noScope: string
    readonly badChannels: (most: number) => string
    readonly badName: string
    readonly badPassword: string
    readonly full: string
  }
  readonly outgoingWebhooks: {
    readonly failed: (bot: string, why: string) => string
    readonly failedIn: (bot: string, place: string, why: string) => string
    readonly quiet: string
  }
  readonly passkeys: {
    readonly mail: {
      readonly subject: (organization: string) => string
      readonly added: (organization: string, passkey: string) => string
      readonly removed: (organization: string, passkey: string) => string
      readonly ifNot: (organization: string) => string
    }
  }
  readonly pushDevices: {
    readonly whileQuiet: (parts: readonly string[]) => string
    readonly counts: {
      readonly direct_messages: (total: number) => string
      readonly mentions: (total: number) => string
      readonly followed_topics: (total: number) => string
      readonly channels: (total: number) => string
    }
  }
  readonly reminders: {
    readonly plain: string
    readonly gone: string
    readonly note: (note: string) => string
    readonly someone: string
    readonly about: (kind: 'direct' | 'link' | 'channel' | 'unknown', message: string, author: string) => string
    readonly aboutQuoted: (kind: 'direct' | 'link' | 'channel' | 'unknown', message: string, author: string) => string
  }
  readonly scheduledMessages: {
    readonly tooLate: string
    readonly kept: string
    readonly failedTo: (place: string, time: string, why: string) => string
    readonly failedToChannel: (time: string, why: string) => string
  }
  readonly secondFactors: {
    readonly mail: {
      readonly subject: (organization: string) => string
      readonly on: (organization: string) => string
      readonly off: (organization: string) => string
      readonly removed: (organization: string) => string
      readonly renewed: (organization: string) => string
      readonly used: (organization: string, left: number) => string
      readonly ifNot: (organization: string) => string
    }
  }
  readonly sessions: {
    readonly signOut: string
    readonly signedOut: string
    readonly signInAgain: string
  }
  readonly signIn: {
    readonly title: (organization: string) => string
    readonly email: string
    readonly username: string
    readonly password: string
    readonly signIn: string
    readonly forgotten: string
    readonly read: string
    readonly register: string
    readonly notSignedIn: string
    readonly again: string
    readonly signedIn: string
    readonly youAre: (organization: string, name: string) => string
    readonly backToApp: string
    readonly copy: string
    readonly forProgram: string
    readonly wantsKey: string
    readonly showKey: string
    readonly key: {
      readonly title: string
      readonly address: string
      readonly email: string
      readonly key: string
      readonly keep: string
    }
    readonly secondStep: {
      readonly title: string
      readonly codeOfApp: string
      readonly code: string
      readonly orRecovery: string
      readonly setUp: string
      readonly required: (organization: string) => string
      readonly scan: string
      readonly picture: string
      readonly orType: string
      readonly openApp: string
      readonly firstCode: string
      readonly turnOn: string
      readonly recoveryTitle: string
      readonly recovery: string
      readonly goOn: string
    }
    readonly passkey: {
      readonly link: string
      readonly instead: string
      readonly title: string
      readonly what: string
      readonly use: string
      readonly needsScripts: string
      readonly notShown: string
      readonly otherWay: string
    }
    readonly link: {
      readonly title: string
      readonly what: string
      readonly send: string
      readonly noAddress: string
      readonly sentTitle: string
      readonly sent: (email: string) => string
      readonly as: (organization: string, name: string) => string
    }
    readonly rules: {
      readonly title: (organization: string) => string
      readonly lead: (organization: string, person: string) => string
      readonly make: string
    }
    readonly linked: {
      readonly subject: (organization: string, provider: string) => string
      readonly text: (organization: string, provider: string) => string
      readonly warning: (organization: string) => string
    }
  }
  readonly spectators: {
    readonly nothing: string
    readonly nothingText: string
    readonly logInIf: string
    readonly logIn: string
    readonly rules: string
    readonly signUp: string
    readonly above: string
    readonly takePart: string
    readonly foot: (organization: string) => string
    readonly feed: string
    readonly pages: string
    readonly before: string
    readonly after: string
    readonly newest: string
    readonly noChannel: string
    readonly nothingSaid: string
    readonly topics: string
    readonly allTopicsByName: string
    readonly allTopics: string
    readonly topicsOf: (channel: string) => string
    readonly conversations: (organization: string) => string
    readonly conversationsIn: (organization: string, channel: string) => string
    readonly page: (name: string, page: number) => string
    readonly from: (topic: string, time: string) => string
    readonly search: string
    readonly searchAll: string
    readonly searched: (words: string) => string
    readonly searchable: string
    readonly readable: (organization: string) => string
    readonly nothingFound: string
    readonly channels: string
    readonly logInToTakePart: string
    readonly scripts: {
      readonly copy: string
      readonly copied: string
      readonly close: string
      readonly before: string
      readonly after: string
      readonly original: string
      readonly news: string
    }
  }
  readonly users: {
    readonly deactivated: {
      readonly subject: (organization: string) => string
      readonly text: (organization: string, url: string) => string
      readonly writes: string
    }
  }
  readonly videoCalls: {
    readonly connect: {
      readonly title: (provider: string) => string
      readonly aboutTo: (organization: string, provider: string, name: string, email: string) => string
      readonly goOn: (provider: string) => string
      readonly connected: (provider: string) => string
      readonly canBeMade: (provider: string, name: string) => string
    }
    readonly failed: string
    readonly name: string
    readonly join: string
    readonly enter: string
    readonly made: (url: string) => string
  }
  readonly welcome: {
    readonly nothingFound: string
    readonly praise: {
      readonly reply: string
      readonly react: string
      readonly topic: string
      readonly mute: string
    }
    readonly asked: {
      readonly react: string
      readonly topic: string
      readonly mute: string
    }
    readonly over: string
    readonly ended: string
    readonly askMe: string
    readonly samples: {
      readonly tryOut: {
        readonly topic: string
        readonly text: string
      }
      readonly topics: {
        readonly topic: string
        readonly text: string
      }
      readonly hello: {
        readonly topic: string
        readonly text: (organization: string) => string
      }
    }
    readonly words: {
      readonly enough: string
      readonly skip: string
      readonly tour: string
    }
  }
  readonly fields: {
    readonly blank: (field: 'organization' | 'name' | 'email' | 'password') => string
    readonly tooShort: (field: 'organization' | 'name' | 'email' | 'password', count: number) => string
    readonly tooLong: (field: 'organization' | 'name' | 'email' | 'password', count: number) => string
    readonly badCharacters: string
    readonly likeMention: string
    readonly notAnAddress: string
    readonly other: (field: 'organization' | 'name' | 'email' | 'password', reason: string) => string
  }
  readonly mail: {
    readonly hello: (name: string) => string
    readonly helloStranger: string
  }
  readonly pages: {
    readonly setup: {
      readonly title: string
      readonly organization: string
      readonly organizationExample: string
      readonly email: string
      readonly emailHint: string
      readonly password: string
      readonly firstChannels: string
      readonly begin: string
      readonly over: string
      readonly overText: string
      readonly signIn: string
    }
    readonly landing: {
      readonly about: string
      readonly interface: string
      readonly speaks: (level: number) => string
      readonly reference: string
      readonly description: string
      readonly licenses: string
      readonly none: string
      readonly setUp: string
      readonly setUpLog: string
      readonly create: string
      readonly demo: string
      readonly one: string
      readonly several: string
      readonly more: string
      readonly connect: string
      readonly app: string
      readonly appAddress: string
      readonly terminal: string
      readonly terminalKey: string
      readonly learnKey: string
    }
    readonly help: {
      readonly title: string
      readonly loquatHelp: string
      readonly skip: string
      readonly search: string
      readonly searchField: string
      readonly openChat: string
      readonly allPages: string
      readonly intro: string
      readonly inEnglish: string
      readonly onThisPage: string
      readonly beforeAndAfter: string
      readonly before: string
      readonly next: string
      readonly found: (words: string) => string
      readonly write: string
      readonly nothing: string
      readonly listed: string
      readonly absent: string
      readonly perhaps: string
    }
    readonly app: {
      readonly inbox: string
      readonly newMessage: string
    }
  }
  readonly calls: {
    readonly join: string
    readonly missed: string
    readonly ended: (minutes: number, url: string, names: string) => string
  }
  readonly moderation: {
    readonly warning: string
    readonly raid: {
      readonly topic: string
      readonly text: (joins: number, blocked: number, url: string) => string
    }
  }
  readonly modmail: {
    readonly topic: (name: string, id: string) => string
    readonly wrote: (person: string, url: string) => string
    readonly replied: (moderator: string) => string
    readonly appealed: (person: string, url: string) => string
    readonly mails: {
      readonly reply: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly end: string
      }
      readonly lifted: {
        readonly subject: (organization: string) => string
        readonly text: (organization: string) => string
        readonly link: string
      }
    }
    readonly reply: (url: string) => string
  }
  readonly automations: {
    readonly approve: string
    readonly decline: string
    readonly waitingFor: (people: string) => string
    readonly waitingForAnyone: string
    readonly approvedBy: (person: string, time: string) => string
    readonly declinedBy: (person: string, time: string) => string
    readonly expired: string
    readonly canceled: string
    readonly requestCanceled: string
    readonly pleaseAnswer: string
    readonly waitingForAnswer: (people: string) => string
    readonly anyoneCanAnswer: string
    readonly answeredBy: (person: string, time: string) => string
    readonly morePeople: (count: number) => string
  }
}
