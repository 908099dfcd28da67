export const everywhere: string[]
export const browserTests: Record<string, string[]>
export const otherBrowserTests: { files: string[]; tests: string[] }[]
