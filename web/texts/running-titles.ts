/** Titles of the user management and administration pages. */
export { messages as runningTitles } from 'messages:runningTitles'
