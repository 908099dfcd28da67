import { pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('de')

const what = (total: number | 'all') =>
  total === 'all' ? 'dieses Thema' : count(total, { one: 'eine Nachricht', other: '# Nachrichten' })

export const de: Texts = {
  cutOff: '[Nachricht gekürzt]',
  topics: { signups: 'Neue Leute', channelEvents: 'Änderungen am Kanal', newChannels: 'Neue Kanäle' },
  subscribed: (who, channel) => `${who} hat dich in den Kanal ${channel} aufgenommen.`,
  subscribedToSeveral: (who) => `${who} hat dich in diese Kanäle aufgenommen:`,
  joined: (who) => `${who} ist dieser Organisation beigetreten.`,
  joinedAsGuest: (who) => `${who} ist dieser Organisation als Gast beigetreten.`,
  welcome: {
    to: (organization) => `Willkommen bei **${organization}**! :wave:`,
    topics:
      'Jede Unterhaltung hat hier ein *Thema*: Öffne einen Kanal, wähle ein Thema oder beginne ein neues, und schreib.',
    tour:
      '**Soll ich dich herumführen?** Es sind vier kleine Schritte, einer nach dem anderen, und niemand sonst bekommt es mit. ' +
      'Der erste: Antworte auf diese Nachricht, mit beliebigen Worten. `weiter` geht zum nächsten Schritt, `genug` hört auf.',
    ask: 'Frag mich jederzeit etwas über Loquat: Ich suche in der [Hilfe](/help/), mit englischen Wörtern.',
  },
  channel: {
    privacy: {
      webPublic: 'Im Web öffentlich',
      public: 'Öffentlich',
      sharedHistory: 'Privat (mit Vorgeschichte)',
      protectedHistory: 'Privat (ohne Vorgeschichte)',
    },
    kept: {
      asOrganization: 'so lange, wie die Organisation es sagt',
      forEver: 'für immer',
      days: (days) => count(days, { one: 'einen Tag lang', other: '# Tage lang' }),
    },
    nobody: 'niemand',
    andMore: (more) => ` und ${more} weitere`,
    noDescription: '*Keine Beschreibung.*',
    created: (privacy, who) => `Kanal (**${privacy}**) von ${who} angelegt.`,
    announced: (who, channels) =>
      `${who} hat ${channels.length === 1 ? 'einen neuen Kanal' : 'neue Kanäle'} angelegt: ${channels.join(', ')}.`,
    renamed: (who, before, now) => `${who} hat diesen Kanal von **${before}** in **${now}** umbenannt.`,
    described: (who) => `${who} hat die Beschreibung dieses Kanals geändert.`,
    before: '**Vorher:**',
    now: '**Jetzt:**',
    privacyChanged: (who, before, now) =>
      `${who} hat geändert, wer diesen Kanal sieht: vorher **${before}**, jetzt **${now}**.`,
    postingChanged: (who, before, now) =>
      `${who} hat geändert, wer in diesem Kanal schreiben darf: vorher ${before}, jetzt ${now}.`,
    keptChanged: (who, before, now) =>
      `${who} hat geändert, wie lange Nachrichten in diesem Kanal bleiben: vorher **${before}**, jetzt **${now}**.`,
    archived: (who) => `${who} hat diesen Kanal archiviert.`,
    unarchived: (who) => `${who} hat diesen Kanal aus dem Archiv zurückgeholt.`,
  },
  moved: {
    here: (total, place, who) => `${who} hat ${what(total)}${place && ` von ${place}`} hierher verschoben.`,
    away: (total, place, who) => `${who} hat ${what(total)}${place ? ` nach ${place}` : ''} verschoben.`,
  },
  resolved: (who) => `${who} hat dieses Thema als erledigt markiert.`,
  unresolved: (who) => `${who} hat dieses Thema als nicht erledigt markiert.`,
  report: {
    topic: (author) => `Meldungen über ${author}`,
    inChannel: (reporter, author, place, kind) =>
      `${reporter} hat eine Nachricht von ${author} in ${place} gemeldet: **${kind}**`,
    inDirect: (reporter, author, kind) =>
      `${reporter} hat eine Nachricht von ${author} in einer Direktunterhaltung gemeldet: **${kind}**`,
    kinds: {
      spam: 'Spam',
      harassment: 'Belästigung',
      inappropriate: 'Unangemessener Inhalt',
      norms: 'Gegen die Regeln der Gemeinschaft',
      other: 'Etwas anderes',
    },
    said: 'Dazu wurde gesagt:',
    message: 'Die Nachricht:',
  },
}
