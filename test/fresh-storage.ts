// Test files share a tab, so clear what clients stored in it.
sessionStorage.clear();
localStorage.clear();
