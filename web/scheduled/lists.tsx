import './scheduled.css'

export { Drafts } from './drafts.tsx'
export { Reminders } from './reminders.tsx'
export { Scheduled } from './scheduled.tsx'
