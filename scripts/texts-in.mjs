// Builds of the web client in one language.
import { join } from 'node:path'
import { languagesIn } from './messages/catalogs.mjs'
import { messagesIn } from './messages/plugin.mjs'

export const texts = join(import.meta.dirname, '../web/texts')

export const languages = languagesIn(texts)

export const textsIn = (language) => messagesIn(texts, language)
