// Written by npm run generate from web/texts/en.arb.

declare module 'messages:running' {
  export const messages: {
    readonly loading: string
    readonly more: string
    readonly unknownPerson: string
    readonly exportKinds: {
      readonly public: string
      readonly full_with_consent: string
      readonly full_without_consent: string
    }
    readonly exportHelp: {
      readonly public: string
      readonly full_with_consent: string
      readonly full_without_consent: string
    }
    readonly onlyOwnersEverything: string
    readonly exportWhat: string
    readonly exportFormat: string
    readonly exportFormats: {
      readonly loquat: string
      readonly zulip: string
    }
    readonly startExport: string
    readonly consents: (n: number, all: number) => string
    readonly noExports: string
    readonly download: string
    readonly downloadOf: (when: string) => string
    readonly remove: string
    readonly removeOf: (when: string) => string
    readonly linkUntil: (when: string) => string
    readonly revokeLink: string
    readonly revokeLinkOf: (when: string) => string
    readonly newLink: string
    readonly newLinkOf: (when: string) => string
    readonly exportBy: (name: string) => string
    readonly exportState: {
      readonly waits: string
      readonly runs: (percent: number) => string
      readonly failed: string
      readonly deleted: string
      readonly done: string
    }
    readonly counts: {
      readonly users: (n: number) => string
      readonly channels: (n: number) => string
      readonly messages: (n: number) => string
      readonly reactions: (n: number) => string
      readonly uploads: (n: number) => string
      readonly custom_emoji: (n: number) => string
      readonly missing: (n: number) => string
    }
    readonly importLocked: string
    readonly importOff: string
    readonly importSource: string
    readonly sources: {
      readonly slack: string
      readonly mattermost: string
      readonly 'rocket-chat': string
      readonly discord: string
      readonly zulip: string
    }
    readonly importFile: string
    readonly importMaxSize: (mib: number) => string
    readonly grantRoles: string
    readonly downloadFiles: string
    readonly tryImport: string
    readonly doImport: string
    readonly uploading: (percent: number) => string
    readonly noImports: string
    readonly importStates: {
      readonly waiting: string
      readonly running: string
      readonly done: string
      readonly failed: string
      readonly stopped: string
    }
    readonly importPhases: {
      readonly unpacking: string
      readonly 'people and channels': string
      readonly messages: string
      readonly finishing: string
    }
    readonly dryRun: string
    readonly stop: string
    readonly stopOf: (name: string) => string
    readonly report: string
    readonly reportOf: (name: string) => string
    readonly percentDone: (percent: number) => string
    readonly backupsEveryDays: (n: number) => string
    readonly backupsEveryHours: (n: number) => string
    readonly backupsEveryMinutes: (n: number) => string
    readonly backupsOff: string
    readonly backupFailed: (when: string) => string
    readonly noBackups: string
    readonly serverStatus: {
      readonly version: string
      readonly versions: (version: string, node: string) => string
      readonly database: string
      readonly embedded: (version: string, size: string) => string
      readonly ownServer: (version: string, size: string) => string
      readonly disk: string
      readonly free: (free: string, total: string) => string
      readonly unknown: string
      readonly verified: (when: string) => string
      readonly mail: string
      readonly noMailServer: string
      readonly allSent: string
      readonly waiting: (n: number, minutes: number) => string
      readonly jobs: string
      readonly onTime: string
      readonly late: (n: number, minutes: number) => string
    }
    readonly sound: string
    readonly unsound: string
    readonly untried: string
    readonly encrypted: string
    readonly backupFiles: (n: number) => string
    readonly reportStates: {
      readonly open: string
      readonly handled: string
      readonly dismissed: string
    }
    readonly reportFilter: string
    readonly openReports: (n: number) => string
    readonly noReports: string
    readonly reportLine: (reporter: string, author: string) => string
    readonly ruleReportLine: (rule: string, author: string) => string
    readonly notReadable: string
    readonly hasSaid: string
    readonly showMessage: string
    readonly messageGone: string
    readonly directly: string
    readonly handle: string
    readonly handleOf: (author: string) => string
    readonly dismiss: string
    readonly dismissOf: (author: string) => string
    readonly hiddenMessage: string
    readonly restoreMessage: string
    readonly restoreMessageOf: (author: string) => string
    readonly deleteMessage: string
    readonly deleteMessageOf: (author: string) => string
    readonly deleteMessageTitle: string
    readonly deleteMessageSubmit: string
    readonly deleteMessageMore: string
    readonly reopen: string
    readonly reopenOf: (author: string) => string
    readonly handledBy: (state: 'handled' | 'dismissed' | 'open', name: string, when: string) => string
    readonly handleTitle: string
    readonly handleSubmit: string
    readonly actions: {
      readonly message_deleted: string
      readonly message_edited: string
      readonly message_moved: string
      readonly person_spoken_to: string
      readonly person_warned: string
      readonly person_restricted: string
      readonly person_banned: string
      readonly person_deactivated: string
      readonly other: string
    }
    readonly note: string
    readonly auditWho: string
    readonly auditAnyone: string
    readonly auditWhat: string
    readonly auditAnything: string
    readonly auditSince: string
    readonly auditUntil: string
    readonly auditDownload: string
    readonly auditDownloading: (n: number) => string
    readonly auditNone: string
    readonly auditFrom: (address: string) => string
    readonly auditCommandLine: string
    readonly auditServer: string
    readonly auditDirectory: (name: string) => string
    readonly auditParams: string
    readonly statDays: string
    readonly statDayCounts: {
      readonly 7: string
      readonly 30: string
      readonly 90: string
      readonly 365: string
    }
    readonly countedAt: (when: string) => string
    readonly notCounted: string
    readonly statPeople: string
    readonly statNow: {
      readonly members: string
      readonly guests: string
      readonly bots: string
      readonly deactivated: string
    }
    readonly activePeople: string
    readonly activeWeek: string
    readonly statMessages: string
    readonly messageKinds: {
      readonly public_channels: string
      readonly private_channels: string
      readonly direct: string
    }
    readonly byBots: string
    readonly statStorage: string
    readonly storageKinds: {
      readonly image: string
      readonly video: string
      readonly audio: string
      readonly text: string
      readonly other: string
    }
    readonly inAll: (size: string) => string
    readonly files: (n: number) => string
    readonly quotas: string
    readonly quotasHelp: string
    readonly quotaNames: {
      readonly upload_mib: string
      readonly messages_per_minute: string
      readonly event_queues: string
    }
    readonly quotaUsed: (used: string, most: string) => string
    readonly noQuota: (used: string) => string
    readonly day: string
    readonly asTable: string
    readonly unknown: string
    readonly average: (n: string) => string
    readonly most: (n: string, day: string) => string
    readonly allIntegrations: string
    readonly lastRequests: (name: string) => string
    readonly test: string
    readonly testOf: (name: string) => string
    readonly testChannel: string
    readonly testOwner: string
    readonly testTopic: string
    readonly testSample: string
    readonly samples: {
      readonly slack_incoming: string
      readonly json: string
    }
    readonly address: string
    readonly accepted: string
    readonly leftOut: {
      readonly unknown: string
      readonly quiet: string
      readonly filtered: string
      readonly repeated: string
    }
    readonly unknownEvents: string
    readonly unknownEventsHelp: string
    readonly countedEvents: (count: number, time: string) => string
    readonly forgetIntegration: (tool: string) => string
    readonly secretOf: (tool: string) => string
    readonly secretIsSet: string
    readonly secretSet: string
    readonly secretNotSet: string
    readonly saveSecret: string
    readonly removeSecret: string
    readonly topicTemplate: string
    readonly textTemplate: string
    readonly templateHelp: string
    readonly pastedPayload: string
    readonly preview: string
    readonly saveTemplates: string
    readonly templatesSaved: string
    readonly testing: string
    readonly testDone: (status: number, ms: number) => string
    readonly testFailed: (why: string, ms: number) => string
    readonly wouldSay: (text: string) => string
    readonly saysNothing: string
    readonly answer: string
    readonly deliveries: string
    readonly noDeliveries: string
    readonly succeeded: string
    readonly failed: string
    readonly isTest: string
    readonly status: (status: number) => string
    readonly ms: (ms: number) => string
  }
}
