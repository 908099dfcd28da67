// Builds of the web client in one language.
import { join } from 'node:path'
import { languagesIn } from './messages/catalogs.mjs'
import { messagesIn } from './messages/plugin.mjs'

/** The catalogs of the web client. */
export const texts = join(import.meta.dirname, '../web/texts')

/** The languages of the web client, English first. */
export const languages = languagesIn(texts)

/** A plugin for builds of the web client in a language. */
export const textsIn = (language) => messagesIn(texts, language)
