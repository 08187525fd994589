/** Loaded into every child of a start: when the supervisor dies, however it dies, the child ends as if asked to. */
const LIMIT_MS = 5_000;

process.once("disconnect", () => {
  setTimeout(() => process.exit(1), LIMIT_MS).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
