import type { enRunningTitles } from './en-running-titles.ts'
import type { Translated } from './translated.ts'

export const deRunningTitles: Translated<typeof enRunningTitles> = {
  users: 'Personen',
  active: {
    label: 'Aktive Personen',
    help: 'Personen finden, Rollen ändern, zu Gruppen und Kanälen hinzufügen, deaktivieren; eine oder viele zugleich.',
  },
  imported: {
    label: 'Importierte Personen',
    help: 'Wer durch einen Import kam und noch nicht beigetreten ist; eine, einige oder alle einladen.',
  },
  deactivated: { label: 'Deaktivierte Personen', help: 'Wer gegangen ist, und wie ein Konto zurückgegeben wird.' },
  invitations: {
    label: 'Einladungen',
    help: 'Per E-Mail oder durch einen Link: Rolle, Gruppen, Kanäle, bis wann; noch einmal senden, zurückziehen.',
  },
  bots: 'Bots',
  botsHelp: 'Alle Bots, wem sie gehören, was sie dürfen; einen anhalten oder zurückholen.',
  exports: 'Exporte',
  imports: 'Importe',
  backups: 'Sicherungen',
  reports: 'Meldungen',
  directories: 'Verzeichnisse (LDAP)',
  audit: 'Protokoll',
  directory: 'Verzeichnis (SCIM)',
  statistics: 'Statistik',
  integrations: 'Integrationen',
  help: {
    exports: 'Ein Archiv der Daten der Organisation, zum Aufbewahren oder Umziehen.',
    imports: 'Aufnehmen, was in einem anderen Chat geschrieben wurde: erst zur Probe, dann im Ernst.',
    backups:
      'Kopien des ganzen Servers, jede zur Probe wiederhergestellt. Der Betreiber des Servers legt fest, wann sie entstehen und wohin sie kommen.',
    reports: 'Nachrichten, die gemeldet wurden, und was daraus geworden ist.',
    directories:
      'Personen und Gruppen aus LDAP oder Active Directory: was der letzte Abgleich getan hat, eine Probe, und ein Abgleich sofort.',
    audit: 'Was Administratoren geändert haben: wer, wann und von wo.',
    directory:
      'Ein Identitätsanbieter pflegt hier Personen und Gruppen: seine Adresse, seine Token, was er verlangt hat.',
    statistics: 'Wie viele Personen es gibt und gab, was sie schreiben und welchen Platz Hochgeladenes belegt.',
    integrations:
      'Programme, die hier schreiben oder von Nachrichten erfahren: was aus ihren letzten Anfragen wurde, und eine Probe für jedes.',
  },
}
