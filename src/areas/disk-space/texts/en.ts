/** What owners are told when the disk of the server fills up, in Markdown. `free`: `1.2 GiB of 20.0 GiB (6 %)`. */
export const en = {
  low: (free: string) =>
    `**The server is running low on disk space.** ${free} are free. Delete files you don’t need, or ask the people who run the server for more space.`,
  critical: (free: string) =>
    `**The server has almost run out of disk space.** ${free} are free. When the disk is full, no one can send messages or upload files. Ask the people who run the server for more space now.`,
}

export type Texts = typeof en
