import "react-dom/client";

// What a page stands on and the page itself are evaluated in two tasks: whoever presses meanwhile waits for one of them.
await new Promise((done) => setTimeout(done));
