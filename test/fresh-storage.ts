// Test files share a tab, and with it what a client keeps there: each begins with nothing.
sessionStorage.clear();
localStorage.clear();
