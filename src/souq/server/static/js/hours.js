/** Nights and holidays: the browser knows the time zone, until somebody says another. */

const zone = /** @type {HTMLInputElement} */ (document.querySelector("[name=zone]"));
zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
