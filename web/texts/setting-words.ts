/** Other words that people search for, of settings and pages. Never shown. */
export { messages as settingWords } from 'messages:settingWords'
